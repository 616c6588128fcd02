import { methods } from '../../generated/methods.js'

/** The names of the methods that contracts have: a call's own text of a name would hold all of its body in memory where it is kept. */
export class MethodNames {
  private readonly names: ReadonlyMap<string, string>
  /** The name that was read last, which mostly is the next one's, too. */
  private last: string

  constructor(names: Iterable<string>) {
    this.names = new Map([...names].map((name) => [name, name]))
    this.last = this.names.keys().next().value ?? ''
  }

  /** The contract's own text of a method's name; undefined when no contract has such a method. */
  of(method: string): string | undefined {
    if (method === this.last) return this.last
    const name = this.names.get(method)
    if (name !== undefined) this.last = name
    return name
  }
}

/** Those of the built-in contract. */
export const builtInNames = new MethodNames(Object.keys(methods))
