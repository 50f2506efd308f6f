import type { ReactNode } from 'react'

/** A section of the settings with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="pb-1 text-15 font-semibold">{title}</h2>
      {children}
    </section>
  )
}
