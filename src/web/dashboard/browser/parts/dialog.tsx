import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useBusy } from '../use-busy.js'

interface DialogProps {
  readonly title: string
  readonly action: string
  /** True if the action may be confirmed. */
  readonly isReady?: boolean
  readonly children: ComponentChildren
  /** The dialog can be confirmed again when this resolves. */
  onConfirm(): unknown
  onClose(): void
}

/**
 * Asks before an action that cannot be undone. The browser keeps the focus inside; Escape closes
 * it.
 */
export const Dialog = ({ title, action, isReady = true, children, onConfirm, onClose }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const [isBusy, run] = useBusy()
  useEffect(() => element.current?.showModal(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    void run(onConfirm)
  }
  return (
    <dialog ref={element} onClose={onClose} aria-labelledby="dialog-title">
      <form onSubmit={submit}>
        <h2 id="dialog-title">{title}</h2>
        {children}
        <div class="actions">
          <button type="submit" class="primary" disabled={!isReady || isBusy}>
            {action}
          </button>
          <button type="button" onClick={() => element.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
