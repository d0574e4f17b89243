// The skeleton of a project in Java: Maven's folders, no packages, so that a JDK alone can build it too. Data only.
import type { ProjectTemplate } from './project-template.js';

export const javaProject: ProjectTemplate = {
  commands: [
    'mvn -q test',
    'javac -d out $(find src -name "*.java") && java -cp out app.GreetingTest && java -cp out app.Main',
  ],
  files: {
    'pom.xml': `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>app</groupId>
  <artifactId>{{name}}</artifactId>
  <version>0.1.0</version>
  <packaging>jar</packaging>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.13.0</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.2.5</version>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-jar-plugin</artifactId>
        <version>3.4.1</version>
        <configuration>
          <archive>
            <manifest>
              <mainClass>app.Main</mainClass>
            </manifest>
          </archive>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
`,
    'src/main/java/app/Greeting.java': `package app;

public final class Greeting {
    private Greeting() {
    }

    /** A greeting for somebody. */
    public static String of(String name) {
        return "Hello, " + name + "!";
    }
}
`,
    'src/main/java/app/Main.java': `package app;

public final class Main {
    private Main() {
    }

    public static void main(String[] args) {
        System.out.println(Greeting.of(args.length > 0 ? args[0] : "world"));
    }
}
`,
    'src/test/java/app/GreetingTest.java': `package app;

/** Maven runs the public methods whose names begin with test; main runs them without Maven. */
public class GreetingTest {
    public void testNamesWhoIsGreeted() {
        String greeting = Greeting.of("Ada");
        if (!greeting.equals("Hello, Ada!")) {
            throw new AssertionError("it was: " + greeting);
        }
    }

    public static void main(String[] args) {
        new GreetingTest().testNamesWhoIsGreeted();
        System.out.println("1 test passed");
    }
}
`,
    '.gitignore': 'target/\nout/\n*.class\n.env\n',
    'README.md': `# {{name}}

- With Maven: \`mvn test\`, \`mvn package\` and \`java -jar target/{{name}}-0.1.0.jar\`.
- With a JDK alone: \`javac -d out $(find src -name "*.java")\`, then \`java -cp out app.GreetingTest\` and \`java -cp out app.Main\`.
`,
  },
};
