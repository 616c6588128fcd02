import { useState } from 'preact/hooks'
import { Dialog, type DialogProps } from './dialog.js'

interface DeletionProps extends Omit<DialogProps<unknown>, 'title' | 'action' | 'isReady'> {
  /** The text to type. */
  readonly name: string
}

/** A name as pages show it, and as people type it: white space is one space. */
const shownText = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Asks before a deletion; the name must be typed, as on the command line. */
export const Deletion = ({ name, children, ...dialog }: DeletionProps) => {
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={`Delete ${name}?`} action="Delete" isReady={shownText(typed) === shownText(name)} {...dialog}>
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
