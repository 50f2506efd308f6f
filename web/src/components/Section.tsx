import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  note?: string
  children: ReactNode
}

/** A section of a page with its heading. */
export function Section({ title, note, children }: SectionProps) {
  return (
    <section>
      <h2 className="pb-1 text-15 font-semibold">{title}</h2>
      {note && <p className="pb-1 text-13 text-ink-2">{note}</p>}
      {children}
    </section>
  )
}
