import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../base/cx.ts'

export interface TabItem<T extends string> {
  value: T
  label: ReactNode
}

export interface TabsProps<T extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly TabItem<T>[]
  value: T
  onChange: (value: T) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Underlined tabs over a rule. Arrow keys follow the reading direction; each panel is labelled by its tab. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.value === value)
    const to = stepTo(event.key, at, tabs.length, getComputedStyle(event.currentTarget).direction === 'rtl')
    const next = to === null ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to ?? 0]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-2 -ms-2 overflow-x-auto overflow-y-hidden border-b border-rule [scrollbar-width:none]"
      >
        {tabs.map((tab) => {
          const chosen = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={cx(
                'relative min-h-11 min-w-11 flex-none px-2 text-15 font-medium -outline-offset-2!',
                chosen
                  ? 'text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-ink'
                  : 'text-ink-3',
              )}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}

/** The tab that a key selects; null when the key has no meaning for tabs. */
function stepTo(key: string, at: number, count: number, rtl: boolean): number | null {
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight'
  const backward = rtl ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (at + 1) % count
  if (key === backward) return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
