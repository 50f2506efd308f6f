import { useId } from 'react'

interface LongTextProps {
  label: string
  value: string
  onChange: (value: string) => void
  rows: number
  /** BCP 47 tag of the text's language. */
  lang?: string
  mono?: boolean
}

/** A labelled multi-line field; each line has its own direction. */
export function LongText({ label, value, onChange, rows, lang, mono = false }: LongTextProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-12 text-ink-2">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        lang={lang}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`w-full resize-y rounded-2 border border-edge bg-sheet p-3 text-13 outline-none focus:border-brand focus:inset-ring focus:inset-ring-brand ${mono ? 'font-mono' : ''}`}
      />
    </div>
  )
}
