import { atMethod, logs, type TextMutation } from './mutation.js'

/** Mistakes that JSON.parse keeps to itself, or names without their place. */
export const textMutations: readonly TextMutation[] = [
  [
    'a key that stands twice: 255 credits become 25',
    (text) => text.replace('"x-credits": 255', '"x-credits": 255,\n      "x-credits": 25'),
    atMethod(logs, '/x-credits'),
    /"x-credits" stands twice/,
  ],
  ['a comma before a bracket', (text) => text.replace('"params": []', '"params": [,]'), '', /is not JSON/],
  ['a file that ends too early', (text) => text.slice(0, -20), '', /is not JSON/],
  ['a comment', (text) => text.replace('"methods": [', '// the methods\n  "methods": ['), '', /is not JSON/],
]
