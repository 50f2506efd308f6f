import { useDebounced } from '@tickmark/client/useDebounced.ts'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { useConsoleQuery, type Reply } from '../api/api.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Problem } from '../kit/Problem.tsx'
import { go } from '../navigation/go.ts'
import { hrefTo } from '../navigation/hrefs.ts'

type Hit = Reply<'consoleSearch'>['hits'][number]

const HREFS: Record<Hit['kind'], (id: string) => string> = {
  user: hrefTo.user,
  order: hrefTo.order,
  withdrawal: hrefTo.withdrawal,
  deposit: hrefTo.deposits,
  loan: hrefTo.loan,
  thread: hrefTo.thread,
  hosting: hrefTo.programme,
}

/** Finds users, orders, transfers, loans and conversations from every screen; arrow keys choose, Enter opens. */
export function SearchSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [typed, setTyped] = useState('')
  return (
    <Sheet open={open} onClose={onClose} onClosed={() => setTyped('')} title={t('search.title')}>
      <Search typed={typed} onType={setTyped} onClose={onClose} />
    </Sheet>
  )
}

function Search(props: { typed: string; onType: (text: string) => void; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { typed, onType, onClose } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const text = useDebounced(typed.trim(), 200)
  const found = useConsoleQuery('consoleSearch', { text }, { enabled: text !== '' })
  const hits = text === '' ? [] : (found.data?.hits ?? [])
  const [at, setAt] = useState(0)
  const chosen = Math.min(at, Math.max(0, hits.length - 1))
  useEffect(() => field.current?.focus(), [])

  function openHit(hit: Hit | undefined) {
    if (hit === undefined) return
    onClose()
    go(HREFS[hit.kind](hit.id))
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') openHit(hits[chosen])
    else if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, hits.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0))
    else return
    event.preventDefault()
  }

  return (
    <div className="grid gap-3">
      <input
        ref={field}
        role="combobox"
        aria-label={t('search.title')}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
        value={typed}
        onChange={(event) => {
          onType(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
        placeholder={t('search.hint')}
        autoComplete="off"
        spellCheck={false}
        className="min-h-11 w-full rounded-2 border border-edge bg-sheet px-3 text-15 outline-none focus:border-brand focus:inset-ring focus:inset-ring-brand"
      />
      <Hits id={id} hits={hits} chosen={chosen} onOpen={openHit} />
      <Problem text={found.error?.message ?? null} />
      {text !== '' && found.data !== undefined && hits.length === 0 && (
        <p role="status" className="text-13 text-ink-2">
          {t('search.nothing')}
        </p>
      )}
    </div>
  )
}

interface HitsProps {
  id: string
  hits: readonly Hit[]
  chosen: number
  onOpen: (hit: Hit) => void
}

/** The search results; the focus stays in the field, whose arrow keys move the choice. */
function Hits({ id, hits, chosen, onOpen }: HitsProps) {
  const { t } = useTranslation('shell')
  return (
    <div id={`${id}-hits`} role="listbox" tabIndex={-1} aria-label={t('search.hits')} className="min-h-24">
      {hits.map((hit, index) => (
        <div
          key={hit.kind + hit.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onOpen(hit)}
          onKeyDown={(event) => event.key === 'Enter' && onOpen(hit)}
          className={cx(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-2 px-3 text-13',
            index === chosen && 'bg-brand-wash',
          )}
        >
          <span className="w-28 flex-none text-ink-2">{t(`search.kind.${hit.kind}`)}</span>
          <bdi className="min-w-0 flex-1 truncate">{hit.label}</bdi>
        </div>
      ))}
    </div>
  )
}
