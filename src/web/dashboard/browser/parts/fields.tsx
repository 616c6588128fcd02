export const FieldError = ({ id, error }: { readonly id: string; readonly error: string | undefined }) =>
  error === undefined ? null : (
    <p class="field-error" id={`${id}-error`} role="alert">
      {error}
    </p>
  )

interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly placeholder?: string
  readonly error: string | undefined
  readonly isList?: boolean
  readonly isRequired?: boolean
  onInput(value: string): void
}

export const TextField = (props: TextFieldProps) => {
  const { id, label, value, hint, placeholder, error, isList = false, isRequired = false, onInput } = props
  const describedBy = [...(error === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  const shared = {
    ...{ id, value, placeholder },
    required: isRequired,
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    'aria-describedby': describedBy.join(' ') || undefined,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isList ? (
        <textarea rows={2} spellcheck={false} {...shared} />
      ) : (
        <input type="text" autocomplete="off" {...shared} />
      )}
      <FieldError id={id} error={error} />
      {hint !== undefined && (
        <p class="soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
