import { componentsUsedBy } from '../../src/contract/visit-schema.js'

test('components are found through each other, and in a member named examples, not in lists of examples', () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const schemas = {
    Call: { type: 'object', properties: { examples: to('Example') }, examples: [to('Shown')] },
    Example: { type: 'array', items: to('Example') },
    Shown: { type: 'string' },
  } as Parameters<typeof componentsUsedBy>[1]
  expect([...componentsUsedBy([to('Call')], schemas)]).toEqual(['Call', 'Example'])
})
