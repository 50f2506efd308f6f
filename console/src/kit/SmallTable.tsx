import { cx } from '@tickmark/ui/base/cx.ts'
import type { Column } from './DataTable.tsx'

interface SmallTableProps<Row> {
  /** Its accessible name. */
  label: string
  columns: readonly Column<Row>[]
  list: readonly Row[]
  rowKey: (row: Row) => string
  /** Text in place of rows. */
  empty: string
}

/** A table of a few rows, all rendered; use DataTable for longer lists. */
export function SmallTable<Row>({ label, columns, list, rowKey, empty }: SmallTableProps<Row>) {
  if (list.length === 0) return <p className="py-2 text-13 text-ink-2">{empty}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by the keyboard, too
    <div role="group" aria-label={label} tabIndex={0} className="-mx-4 overflow-x-auto px-4">
      <table aria-label={label} className="w-full min-w-max text-13">
        <thead>
          <tr className="border-b border-rule">
            {columns.map((one) => (
              <th
                key={one.id}
                scope="col"
                className={cx(
                  'py-2 pe-4 last:pe-0 text-12 font-medium text-ink-2',
                  one.end ? 'text-end' : 'text-start',
                )}
              >
                {one.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <tr key={rowKey(row)} className="border-b border-rule last:border-0">
              {columns.map((one) => (
                <td key={one.id} className={cx('py-2 pe-4 align-top last:pe-0', one.end && 'text-end')}>
                  {one.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
