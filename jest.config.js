// Tests run from the TypeScript sources, as native ES modules; tests of the built program live in __tests__/smoke.
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  // For machines that do much else: tests wait for conditions, so that a longer limit costs nothing.
  testTimeout: 30_000,
  extensionsToTreatAsEsm: ['.ts'],
  maxWorkers: 2,
  workerIdleMemoryLimit: '400MB',
  // Only our own relative imports end in .js and mean .ts; packages keep their files.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'] },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
};
