// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these messages show references as they are written in the file.
const REFERENCE = /\$(\$?)\{([^}]*)(\}?)/g
const NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s

interface Substituted {
  readonly text: string
  readonly messages: readonly string[]
  readonly isUnset: boolean
  readonly isLeftOut: boolean
}

/**
 * Puts environment variables into one value of the configuration: `${NAME}`, `${NAME:-default}`;
 * `$${` stands for `${`. `isUnset`: a variable that is not set and has no default is part of what
 * is wrong. `isLeftOut`: the value is nothing but variables that may be unset, `${NAME:-}`, and
 * they are; its key then counts as not written.
 *
 * Errors  a variable that is not set and has no default, or text that is no reference, as a message
 *         without any value
 */
export const substitute = (text: string, env: Readonly<Record<string, string | undefined>>): Substituted => {
  const messages: string[] = []
  let isUnset = false
  const result = text.replace(REFERENCE, (whole: string, dollar: string, inside: string, close: string) => {
    if (dollar !== '') return whole.slice(1)
    const [, name, fallback] = NAME.exec(inside) ?? []
    if (name === undefined || close === '') {
      messages.push('has "${" that begins no ${NAME} or ${NAME:-default}; write "$${" for the characters themselves')
      return ''
    }
    // As in the shell, `:-` also stands in for a variable that is set to nothing.
    const value = fallback === undefined ? env[name] : env[name] || fallback
    if (value === undefined) {
      isUnset = true
      messages.push(`environment variable ${name} is not set and has no default`)
    }
    return value ?? ''
  })
  const hasDefaults = text.replace(REFERENCE, '') === '' && text.includes(':-')
  return { text: result, messages, isUnset, isLeftOut: result === '' && messages.length === 0 && hasDefaults }
}
