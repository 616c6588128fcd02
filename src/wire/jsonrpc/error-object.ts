/** A JSON-RPC error object; undefined `data` is not written. */
export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

/** An error shared by many calls: its text is created once. */
export class SharedError implements ErrorObject {
  readonly code: number
  readonly message: string
  readonly data: unknown
  /** Not `private`: JSON.stringify writes every member without `#`. */
  #text: string | undefined

  constructor({ code, message, data }: ErrorObject) {
    this.code = code
    this.message = message
    this.data = data
  }

  get text(): string {
    this.#text ??= byteText(JSON.stringify(this))
    return this.#text
  }
}

/** The error as JSON, in text whose characters are its UTF-8 bytes. */
export const errorText = (error: ErrorObject): string =>
  error instanceof SharedError ? error.text : byteText(JSON.stringify(error))

const byteText = (json: string): string => (/[^ -~]/.test(json) ? Buffer.from(json).toString('latin1') : json)
