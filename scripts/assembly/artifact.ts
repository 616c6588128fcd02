import asc from 'assemblyscript/asc'

const FEATURES = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--initialMemory', '2']

/**
 * Compiles the fast half of the scanner into the text of a TypeScript module; the same bytes every
 * time.
 *
 * Errors  the compiler's errors and warnings, all of them
 */
export const renderArtifact = async (): Promise<string> => {
  let wasm: Uint8Array | undefined
  const options = ['scripts/assembly/long-scan.ts', '--outFile', 'long-scan.wasm', ...FEATURES]
  const { error, stderr } = await asc.main(options, {
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) wasm = contents as Uint8Array
    },
  })
  const troubles = stderr.toString()
  if (error !== null || troubles !== '' || wasm === undefined) throw new Error(troubles || String(error))
  const lines = Buffer.from(wasm)
    .toString('base64')
    .match(/.{1,112}/g)!
  return `// @generated from scripts/assembly/long-scan.ts by scripts/assembly/compile.ts — do not edit

/** The fast half of the answer scanner, as WebAssembly. */
export const longScanModule = Buffer.from(
  [
${lines.map((line) => `    '${line}',\n`).join('')}  ].join(''),
  'base64',
)
`
}
