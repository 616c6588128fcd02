// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these messages show references as they are written in the file.
const REFERENCE = /\$(\$?)\{([^}]*)(\}?)/g
const NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s

/**
 * Puts environment variables into one value of the configuration: `${NAME}`, `${NAME:-default}`; `$${` stands for `${`.
 *
 * Errors  a variable that is not set and has no default, or text that is no reference, as a message without any value
 */
export const substitute = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { text: string; messages: string[] } => {
  const messages: string[] = []
  const result = text.replace(REFERENCE, (whole: string, dollar: string, inside: string, close: string) => {
    if (dollar !== '') return whole.slice(1)
    const [, name, fallback] = NAME.exec(inside) ?? []
    if (name === undefined || close === '') {
      messages.push('has "${" that begins no ${NAME} or ${NAME:-default}; write "$${" for the characters themselves')
      return ''
    }
    // As in the shell, `:-` also stands in for a variable that is set to nothing.
    const value = fallback === undefined ? env[name] : env[name] || fallback
    if (value === undefined) messages.push(`environment variable ${name} is not set and has no default`)
    return value ?? ''
  })
  return { text: result, messages }
}
