// The skeleton of a project in Python: a package, tests with what Python brings. Data only.
import type { ProjectTemplate } from './project-template.js';

export const pythonProject: ProjectTemplate = {
  commands: ['python3 -m unittest', 'python3 -m app'],
  files: {
    // The package is always `app`: one named like the project could hide a module of Python's own.
    'pyproject.toml': `[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"

[project]
name = "{{name}}"
version = "0.1.0"
requires-python = ">=3.9"

[project.scripts]
{{name}} = "app.__main__:main"

[tool.setuptools]
packages = ["app"]
`,
    'app/__init__.py': '',
    'app/greeting.py': `def greeting(name: str) -> str:
    """A greeting for somebody."""
    return f"Hello, {name}!"
`,
    'app/__main__.py': `import sys

from app.greeting import greeting


def main() -> None:
    print(greeting(sys.argv[1] if len(sys.argv) > 1 else "world"))


if __name__ == "__main__":
    main()
`,
    'tests/__init__.py': '',
    'tests/test_greeting.py': `import unittest

from app.greeting import greeting


class GreetingTest(unittest.TestCase):
    def test_names_who_is_greeted(self) -> None:
        self.assertEqual(greeting("Ada"), "Hello, Ada!")


if __name__ == "__main__":
    unittest.main()
`,
    '.gitignore': '__pycache__/\n*.egg-info/\nbuild/\ndist/\n.venv/\n.env\n',
    'README.md': `# {{name}}

- \`python3 -m app\` runs it, \`python3 -m unittest\` runs its tests.
`,
  },
};
