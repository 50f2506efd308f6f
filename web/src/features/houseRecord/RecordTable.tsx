import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/useFormat.ts'
import { percentText, withError } from './figureTexts.ts'
import type { RecordRow } from './recordRows.ts'

interface RecordTableProps {
  title: string
  /** Heading of the first column. */
  head: string
  rows: readonly RecordRow[]
  /** The group of a row. */
  nameOf(row: RecordRow): string
}

/** Groups of orders with the share won, the promised chance, and the house's margin. */
export function RecordTable({ title, head, rows, nameOf }: RecordTableProps) {
  const { t } = useTranslation('houseRecord')
  const format = useFormat()
  const heads = [t('column.orders'), t('column.won'), t('column.promised'), t('column.margin')]
  return (
    <table className="w-full text-13">
      <caption className="pt-7 pb-1 text-start text-15 font-semibold">{title}</caption>
      <thead className="text-12 text-ink-2">
        <tr className="border-b border-rule">
          <th scope="col" className="py-2 pe-2 text-start font-normal">
            {head}
          </th>
          {heads.map((one) => (
            <th key={one} scope="col" className="py-2 ps-2 text-end font-normal">
              {one}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { tally, found } = row
          const cells = [
            format.figure(String(tally.orders), { decimals: 0 }),
            found ? withError(found.won, found.wonError) : '—',
            found ? percentText(found.promised) : '—',
            found ? withError(found.margin, found.marginError) : '—',
          ]
          return (
            <tr key={`${tally.pid} ${tally.duration}`} className="border-b border-rule">
              <th scope="row" className="py-2.5 pe-2 text-start font-medium">
                <bdi>{nameOf(row)}</bdi>
              </th>
              {cells.map((cell, i) => (
                <td key={heads[i]} className="py-2.5 ps-2 text-end tabular-nums">
                  <bdi dir="ltr">{cell}</bdi>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
