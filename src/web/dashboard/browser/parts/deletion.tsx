import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.js'

interface DeletionProps {
  /** The text to type. */
  readonly name: string
  readonly children: ComponentChildren
  onConfirm(): unknown
  onClose(): void
}

/** Asks before a deletion; the name must be typed, as on the command line. */
export const Deletion = ({ name, children, onConfirm, onClose }: DeletionProps) => {
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      title={`Delete ${name}?`}
      action="Delete"
      isReady={typed.trim() === name.trim()}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {children}
      <div class="field">
        <label for="deletion-name">
          Type <strong>{name}</strong> to go on
        </label>
        <input
          id="deletion-name"
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
