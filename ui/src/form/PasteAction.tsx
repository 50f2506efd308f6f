import { FieldAction } from './FieldAction.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

/** Fills a field from the clipboard. Draws nothing where the browser does not let the page read it. */
export function PasteAction({ onPaste }: { onPaste: (text: string) => void }) {
  const words = useUiTexts()
  if (typeof navigator.clipboard?.readText !== 'function') return null

  async function paste() {
    try {
      onPaste((await navigator.clipboard.readText()).trim())
    } catch {
      // The user denied clipboard access: the field stays as it is.
    }
  }

  return <FieldAction onClick={() => void paste()}>{words.paste}</FieldAction>
}
