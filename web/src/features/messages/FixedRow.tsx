interface FixedRowProps {
  label: string
  note: string
  /** Text in place of the switch of other rows. */
  state?: string
}

/** A setting that cannot be changed here; its note says why. */
export function FixedRow({ label, note, state }: FixedRowProps) {
  return (
    <div className="flex min-h-14 items-center gap-4 border-b border-rule py-2">
      <div className="min-w-0 flex-1">
        <p className="text-15">{label}</p>
        <p className="text-12 text-ink-2">{note}</p>
      </div>
      {state && <p className="text-12 text-ink-2">{state}</p>}
    </div>
  )
}
