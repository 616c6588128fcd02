/** Unit, property, contract, conformance and end-to-end tests; run through `npm test`, which also sets --experimental-vm-modules. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  // A worker keeps the modules of every test file it ran. With gigabytes of them a collection halts it for seconds, in the middle of a test.
  workerIdleMemoryLimit: '500MB',
  // Ends what hangs; how long something may take is asserted where it matters.
  testTimeout: 120_000,
}
