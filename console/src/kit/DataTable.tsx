import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useRowKeys } from './useRowKeys.ts'

/** A column of a table. */
export interface Column<Row> {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** A track of a CSS grid, such as "120px" or "minmax(160px, 2fr)"; by default "minmax(120px, 1fr)". */
  width?: string
  /** Aligns figures at the end. */
  end?: boolean
}

export interface DataTableProps<Row> {
  /** Its accessible name. */
  label: string
  columns: readonly Column<Row>[]
  list: readonly Row[]
  rowKey: (row: Row) => string
  /** Opens a row: by a press, or by Enter. */
  onOpen?: (row: Row) => void
  /** As returned by `useConsolePages`. */
  state: 'more' | 'loading' | 'failed' | 'end'
  problem?: string | undefined
  onMore?: () => void
  empty: { title: string; detail?: string }
}

const features = tableFeatures({})
const ROW_PX = 44
const DEFAULT_WIDTH = 'minmax(120px, 1fr)'

/**
 * A list of any length: renders only the rows on screen, and fetches more before its end is visible. Arrow keys, Page
 * Up, Page Down, Home and End move between rows; Enter opens one. End first fetches all missing pages.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { t } = useTranslation('kit')
  const { label, list, state, problem, onMore, empty } = props
  if (list.length === 0 && state === 'failed')
    return <Failed title={t('listFailed')} detail={problem} {...(onMore && { onRetry: onMore })} />
  if (list.length === 0 && state === 'loading') return <Skeleton shape="ledger" count={8} />
  if (list.length === 0) return <Empty title={empty.title} detail={empty.detail} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Grid {...props} />
      <div className="flex min-h-9 flex-wrap items-center gap-3 pt-1 text-12 text-ink-2">
        <span role="status" aria-label={label}>
          {t(state === 'end' ? 'rowsAll' : 'rowsSoFar', { count: list.length })}
        </span>
        {state === 'failed' && (
          <>
            <span role="alert" className="text-wrong">
              {problem}
            </span>
            <Button tone="plain" size="small" onClick={onMore}>
              {t('retry')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Grid<Row>({ label, columns, list, rowKey, onOpen, state, onMore }: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const defs = useMemo<ColumnDef<typeof features, Row & object>[]>(
    () => columns.map(({ id, head, cell }) => ({ id, header: head, cell: ({ row }) => cell(row.original) })),
    [columns],
  )
  const data = list as readonly (Row & object)[]
  const table = useTable({ features, columns: defs, data, getRowId: (row) => rowKey(row) })
  const rows = table.getRowModel().rows
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by what it returns
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 12,
    // The first paint, before the frame is measured, has rows already.
    initialRect: { width: 0, height: 640 },
    onChange: ({ range }) => {
      if (state === 'more' && range && range.endIndex > rows.length - 30) onMore?.()
    },
  })
  const keys = useRowKeys(rows.length, frame, (at) => virtual.scrollToIndex(at))
  const seekEnd = useEndSought(state, rows.length, onMore, () => keys.move(rows.length - 1))
  const tracks = columns.map((one) => one.width ?? DEFAULT_WIDTH).join(' ')

  function press(event: KeyboardEvent, at: number) {
    const row = rows[at]
    // A button in a cell handles its own Enter.
    const opens = event.key === 'Enter' && event.target === event.currentTarget
    seekEnd(event.key === 'End')
    if (opens && row !== undefined) onOpen?.(row.original)
    else keys.press(event, at)
  }

  return (
    <div
      ref={frame}
      role="grid"
      aria-label={label}
      aria-rowcount={state === 'end' ? rows.length + 1 : -1}
      className="min-h-[240px] flex-1 overflow-auto rounded-2 border border-rule bg-sheet max-md:max-h-[70dvh]"
    >
      <div style={{ minInlineSize: `${leastPx(columns)}px` }}>
        <Head columns={columns} tracks={tracks} />
        <div role="rowgroup" className="relative" style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              data-at={index}
              ref={virtual.measureElement}
              data-index={index}
              tabIndex={keys.at === index ? 0 : -1}
              onFocus={() => keys.rest(index)}
              onKeyDown={(event) => press(event, index)}
              onClick={onOpen && (() => rows[index] && onOpen(rows[index].original))}
              className={cx(ROW, onOpen && 'cursor-pointer hover:bg-well')}
              style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
            >
              {rows[index]?.getAllCells().map((cell, at) => (
                <Cell key={cell.id} end={columns[at]?.end}>
                  <table.FlexRender cell={cell} />
                </Cell>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** After End, fetches all further pages and then goes to the last row; any other key cancels this. */
function useEndSought(
  state: DataTableProps<unknown>['state'],
  count: number,
  onMore: (() => void) | undefined,
  onEnd: () => void,
): (isSought: boolean) => void {
  const isSought = useRef(false)
  /** Row count at the last request for a page, so that each page is requested once. */
  const askedWith = useRef(-1)
  function ask() {
    if (askedWith.current === count) return
    askedWith.current = count
    onMore?.()
  }
  useEffect(() => {
    if (!isSought.current || state === 'loading') return
    if (state === 'more') return ask()
    isSought.current = false
    if (state === 'end') onEnd()
  })
  return (isNow) => {
    isSought.current = isNow && state !== 'end'
    askedWith.current = -1
    if (isSought.current && state === 'more') ask()
  }
}

function Cell({ end = false, children }: { end?: boolean | undefined; children: ReactNode }) {
  return (
    <div role="gridcell" className={cx('min-w-0 overflow-hidden text-ellipsis', end && 'text-end')}>
      {children}
    </div>
  )
}

/** Least width of the columns with their gaps, in px; in a narrower frame the table scrolls sideways. */
function leastPx<Row>(columns: readonly Column<Row>[]): number {
  const widths = columns.map((one) => Number(/\d+/.exec(one.width ?? DEFAULT_WIDTH)?.[0] ?? 0))
  return widths.reduce((sum, one) => sum + one + 16, 8)
}

const ROW =
  'absolute inset-x-0 grid min-h-11 items-center gap-x-4 border-b border-rule px-3 py-1 text-13 -outline-offset-2! last:border-0'

function Head<Row>({ columns, tracks }: { columns: readonly Column<Row>[]; tracks: string }) {
  return (
    <div role="rowgroup" className="sticky top-0 z-1 border-b border-rule bg-sheet">
      <div role="row" aria-rowindex={1} className="grid gap-x-4 px-3" style={{ gridTemplateColumns: tracks }}>
        {columns.map((one) => (
          <div
            key={one.id}
            role="columnheader"
            className={cx('py-2 text-12 font-medium text-ink-2', one.end && 'text-end')}
          >
            {one.head}
          </div>
        ))}
      </div>
    </div>
  )
}
