import type { CsvColumn } from './CsvButton.tsx'

/** The cells of a CSV file, its head first, each line as one text. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], list: readonly Row[]): string[] {
  return [columns.map(({ head }) => head), ...list.map((row) => columns.map(({ of }) => of(row)))].map(
    (one) => one.join(' ; '),
  )
}
