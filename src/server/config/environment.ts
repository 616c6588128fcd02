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
 * Substitutes environment variables in one value: `${NAME}`, `${NAME:-default}`; `$${` stands for
 * `${`. `isUnset`: a variable without value and default is among the errors. `isLeftOut`: the value
 * consists only of unset variables with empty defaults, `${NAME:-}`; its key then counts as not
 * written.
 *
 * Errors  an unset variable without default, or a malformed reference, as a message without any
 *         value
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
    if (fallback?.includes('${')) {
      messages.push(`has "\${" inside the default of ${name}; a default cannot contain a variable`)
      return ''
    }
    // As in the shell, `:-` also replaces an empty variable.
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
