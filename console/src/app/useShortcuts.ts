import { useEffect, useRef } from 'react'

export interface Shortcuts {
  search: () => void
  help: () => void
  /** Opens the navigation's screen with this number, counted from 1. */
  open: (number: number) => void
}

/** Keys that work on every screen: ⌘K or Ctrl K, "?" outside of fields, and Alt with a digit. */
export function useShortcuts(keys: Shortcuts): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      if ((event.metaKey || event.ctrlKey) && event.code === 'KeyK') latest.current.search()
      else if (event.key === '?' && !isTyping(event.target)) latest.current.help()
      else if (event.altKey && digit !== undefined) latest.current.open(Number(digit))
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
