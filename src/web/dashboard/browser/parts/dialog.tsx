import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { announce } from '../state.js'
import { useBusy } from '../use-busy.js'

export interface DialogProps<T> {
  readonly title: string
  readonly action: string
  /** True if the action may be confirmed. */
  readonly isReady?: boolean
  /** Announced after the action. */
  readonly done: string
  /** Takes the action back. */
  readonly undo?: () => Promise<unknown>
  readonly children: ComponentChildren
  /** The action. The dialog stays open and shows the reason if it rejects. */
  onConfirm(): Promise<T>
  /** Called with the result of the action, when the dialog is closed. */
  onDone?(result: T): void
  onClose(): void
}

/**
 * Asks before an action. The browser keeps the focus inside; Escape closes it. Then the button that
 * opened it has the focus again.
 */
export const Dialog = <T,>(props: DialogProps<T>) => {
  const { title, action, isReady = true, done, undo, children, onConfirm, onDone, onClose } = props
  const element = useRef<HTMLDialogElement>(null)
  const [isBusy, run] = useBusy()
  const [reason, setReason] = useState('')
  useEffect(() => element.current?.showModal(), [])
  const confirm = async () => {
    setReason('')
    try {
      const result = await onConfirm()
      // While it is open, nothing outside takes the focus or is read out.
      element.current?.close()
      announce(done, undo)
      onDone?.(result)
    } catch (refused) {
      const { message } = refused as Error
      if (element.current?.open) setReason(message)
      // It was left while the action ran.
      else announce(message, undefined, true)
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    void run(confirm)
  }
  return (
    <dialog ref={element} onClose={onClose} aria-labelledby="dialog-title">
      <form onSubmit={submit}>
        <h2 id="dialog-title">{title}</h2>
        {children}
        {reason !== '' && (
          <p class="trouble" role="alert">
            {reason}
          </p>
        )}
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

/** Gives the focus to the page, if the button that opened a dialog goes with what was removed. */
export const focusPage = (): void => document.querySelector('main')?.focus({ preventScroll: true })
