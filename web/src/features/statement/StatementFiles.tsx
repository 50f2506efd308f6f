import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { saveFile } from '@tickmark/client/saveFile.ts'
import { sessionNow } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import type { StatementQuery } from './statementQuery.ts'
import { csvOf, jsonOf, nameOf, type Statement } from './statementFile.ts'
import { fetchStatement } from './useStatement.ts'

type FileType = 'csv' | 'json'

/** Downloads the whole statement: as a table (CSV), or with all fields for programs (JSON). */
export function StatementFiles({ asked }: { asked: StatementQuery }) {
  const { t } = useTranslation('wallet')
  const [busy, setBusy] = useState<FileType | null>(null)

  async function save(type: FileType) {
    setBusy(type)
    try {
      saveFile(fileOf(await wholeOf(asked), asked, type))
    } catch {
      // The toast has shown the reason.
    }
    setBusy(null)
  }

  return (
    <div className="flex flex-wrap gap-3 pt-2 pb-[env(safe-area-inset-bottom)]">
      {(['csv', 'json'] as const).map((type) => (
        <Button
          key={type}
          tone="quiet"
          size="medium"
          icon="download"
          className="grow"
          busy={busy === type}
          disabled={busy !== null && busy !== type}
          onClick={() => void save(type)}
        >
          {t(`statement.${type}`)}
        </Button>
      ))}
    </div>
  )
}

async function wholeOf(asked: StatementQuery): Promise<Statement> {
  const { address, book } = sessionNow()
  const { opening, closing, lines } = await fetchStatement(asked)
  return {
    address: address ?? '',
    account: book === 1 ? 'simulated' : 'real',
    balance: asked.kind,
    currency: asked.currency.code,
    fromMs: asked.fromMs,
    toMs: asked.toMs,
    opening,
    closing,
    lines,
  }
}

function fileOf(statement: Statement, asked: StatementQuery, type: FileType): File {
  const text = type === 'csv' ? csvOf(statement) : jsonOf(statement)
  return new File([text], nameOf(statement.currency, asked.from, asked.to, type), {
    type: type === 'csv' ? 'text/csv' : 'application/json',
  })
}
