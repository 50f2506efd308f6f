import type { ReactNode } from 'react'
import { useFormats } from '../format/useFormats.ts'
import { CsvButton, type CsvColumn } from './CsvButton.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { Filters } from './Filters.tsx'
import { Screen, type ScreenProps } from './Screen.tsx'

interface ListScreenProps<Row>
  extends
    Omit<ScreenProps, 'children'>,
    Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'onOpen' | 'empty'> {
  /** As returned by `useConsolePages` and `useNumberedPages`. */
  pages: Pick<DataTableProps<Row>, 'list' | 'state' | 'problem' | 'onMore'>
  filters: ReactNode
  /** The table's accessible name; by default the title. */
  label?: string
  /** Name and columns of the CSV file. */
  csv?: { name: string; columns: readonly CsvColumn<Row>[] }
}

/** A screen with one list: its filters, the matching rows, and their CSV file. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { pages, filters, csv, columns, rowKey, onOpen, empty, title, label = title, ...screen } = props
  const file = csv && <CsvButton name={csv.name} columns={csv.columns} list={pages.list} />
  const actions = (props.actions ?? file) && (
    <>
      {props.actions}
      {file}
    </>
  )
  const table = { label, columns, rowKey, empty, ...(onOpen && { onOpen }) }
  return (
    <Screen {...screen} title={title} actions={actions}>
      <Filters>{filters}</Filters>
      <DataTable {...table} {...pages} />
    </Screen>
  )
}

/** The total number of rows, regardless of filters, in the words of `text`; nothing until it is known. */
export function Total(props: {
  of: number | undefined
  text: (given: { count: number; total: string }) => string
}) {
  const format = useFormats()
  const { of: count, text } = props
  if (count === undefined) return null
  const total = format.figure(String(count), { decimals: 0 })
  return <span className="text-13 text-ink-2">{text({ count, total })}</span>
}
