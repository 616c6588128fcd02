import { useEffect, useState } from 'preact/hooks'
import { atField, type FieldErrors } from './field-errors.js'

/** The errors of a form that is shown; the focus goes to the first wrong field. */
export const useFieldErrors = (labels: Readonly<Record<string, string>>) => {
  const [errors, setErrors] = useState<FieldErrors>({})
  useEffect(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus(), [errors])
  const refuse = (refused: Error) => setErrors(atField(refused.message, labels))
  return { errors, setErrors, refuse }
}
