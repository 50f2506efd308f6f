import type { KeyboardEvent } from 'react'
import { PAD_KEYS, padKeyOf, type PadKey } from './keypad.ts'

export interface KeypadProps {
  /** Accessible name of the group. */
  label: string
  /** Names of the two keys that are not digits. */
  pointLabel: string
  deleteLabel: string
  onKey: (key: PadKey) => void
}

/** An on-screen number pad, left to right in every language. While it has the focus, typed keys count too. */
export function Keypad({ label, pointLabel, deleteLabel, onKey }: KeypadProps) {
  const names: Partial<Record<PadKey, string>> = { '.': pointLabel, delete: deleteLabel }
  return (
    <div role="group" aria-label={label} dir="ltr" className="grid grid-cols-3 gap-1.5">
      {PAD_KEYS.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={names[key]}
          onClick={() => onKey(key)}
          onKeyDown={(event) => takePadKey(event, onKey)}
          className="grid min-h-[50px] place-items-center rounded-2 bg-well text-19 font-medium tabular-nums transition-opacity duration-120 select-none active:opacity-60"
        >
          {key === 'delete' ? <DeleteMark /> : key}
        </button>
      ))}
    </div>
  )
}

/** Handles a typed key as a key of the pad, in the field that the pad fills. */
export function takePadKey(event: KeyboardEvent, onKey: (key: PadKey) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const key = padKeyOf(event.key)
  if (key === null) return
  event.preventDefault()
  onKey(key)
}

function DeleteMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-[1.5rem]"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5" />
    </svg>
  )
}
