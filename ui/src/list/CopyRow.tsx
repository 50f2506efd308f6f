import { useEffect, useState, type ReactNode } from 'react'
import { IconButton } from '../form/IconButton.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

export interface CopyRowProps {
  /** The full text to copy. */
  value: string
  /** The text to show when it is shortened: "0x71C7656EC7ab8…1f6d8976F2B1c94". */
  shown?: ReactNode
  /** Called after copying, with false when the browser refused: for the toast. */
  onCopied?: (done: boolean) => void
}

/** An address or a code in monospace with its copy button. */
export function CopyRow({ value, shown = value, onCopied }: CopyRowProps) {
  const words = useUiTexts()
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2_000)
    return () => clearTimeout(timer)
  }, [done])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setDone(true)
      onCopied?.(true)
    } catch {
      onCopied?.(false)
    }
  }

  return (
    <div className="flex items-center gap-2 rounded-2 border border-rule bg-sheet ps-3.5">
      <bdi dir="ltr" className="min-w-0 flex-1 py-2 font-mono text-12 text-balance wrap-anywhere">
        {shown}
      </bdi>
      <IconButton
        icon={done ? 'check' : 'copy'}
        label={done ? words.copied : words.copy}
        className="text-brand"
        onClick={() => void copy()}
      />
    </div>
  )
}
