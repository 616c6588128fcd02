/**
 * Our custom component of @open-rpc/generator; CommonJS because the generator requires it by its
 * path.
 *
 * The generator validates the document and writes the files; what is in them comes from
 * scripts/generate/emit, handed over through `use`: a template gets only the dereferenced document,
 * in which the names of components are lost.
 */
let files = []

module.exports = {
  /** @param {{ path: string, content: string }[]} wanted the files of the next run; their folders must exist */
  use(wanted) {
    files = wanted
  },
  staticPath: () => undefined,
  hooks: {
    get templateFiles() {
      return { typescript: files.map(({ path, content }) => ({ path, template: () => content })) }
    },
  },
}
