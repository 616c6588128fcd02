import { announce, dismiss, notices, type ShownMessage } from '../state.js'

const undoing = async ({ id, undo }: ShownMessage): Promise<void> => {
  dismiss(id)
  try {
    await undo?.()
    announce('Undone.')
  } catch (error) {
    announce((error as Error).message, undefined, true)
  }
}

/** Recent actions, announced to screen readers, with a button to undo where possible. */
export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map((notice) => (
      <div key={notice.id} class={notice.isError ? 'notice bad' : 'notice'}>
        <span>{notice.text}</span>
        {notice.undo && (
          <button type="button" onClick={() => void undoing(notice)}>
            Undo
          </button>
        )}
        <button type="button" aria-label="Dismiss" onClick={() => dismiss(notice.id)}>
          ×
        </button>
      </div>
    ))}
  </div>
)

/** Runs an action and announces its result; true on success. */
export const attempt = async (
  done: string,
  action: () => Promise<unknown>,
  undo?: () => Promise<unknown>,
): Promise<boolean> => {
  try {
    await action()
    announce(done, undo)
    return true
  } catch (error) {
    announce((error as Error).message, undefined, true)
    return false
  }
}
