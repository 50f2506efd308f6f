import { FieldAction } from './FieldAction.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

/** Fills a field from the clipboard; nothing is drawn where the browser does not let a page read it. */
export function PasteAction({ onPaste }: { onPaste: (text: string) => void }) {
  const words = useUiTexts()
  if (typeof navigator.clipboard?.readText !== 'function') return null

  async function paste() {
    try {
      onPaste((await navigator.clipboard.readText()).trim())
    } catch {
      // The person said no to the browser's question: the field stays as it is.
    }
  }

  return <FieldAction onClick={() => void paste()}>{words.paste}</FieldAction>
}
