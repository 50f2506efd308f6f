import { saveFile } from '@tickmark/client/saveFile.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { csvText } from '../format/csv.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

export interface CsvColumn<Row> {
  head: string
  /** The raw value: decimals with a point, times as ISO 8601. */
  of: (row: Row) => string
}

/** Saves the loaded rows as a CSV file: "withdrawals.csv". */
export function CsvButton<Row>(props: {
  name: string
  columns: readonly CsvColumn<Row>[]
  list: readonly Row[]
}) {
  const { t } = useTranslation('kit')
  const { name, columns, list } = props
  function save() {
    const rows = list.map((row) => columns.map((column) => column.of(row)))
    const text = csvText(
      columns.map((column) => column.head),
      rows,
    )
    saveFile(new File([text], `${name}.csv`, { type: 'text/csv' }))
  }
  return (
    <Button tone="quiet" size="small" icon="download" disabled={list.length === 0} onClick={save}>
      {t('csv')}
    </Button>
  )
}
