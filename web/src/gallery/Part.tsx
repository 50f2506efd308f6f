import type { ReactNode } from 'react'

/** One part of the interface under its name. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-b border-rule py-5">
      <h2 className="text-12 font-medium text-ink-2">{name}</h2>
      <div className="grid gap-3">{children}</div>
    </section>
  )
}
