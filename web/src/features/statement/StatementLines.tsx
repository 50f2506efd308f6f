import { parseAmount } from '@tickmark/core/money/money'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { InfiniteList } from '@tickmark/ui/list/InfiniteList.tsx'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Stamp } from '@tickmark/ui/text/Stamp.tsx'
import type { StatementQuery } from './statementQuery.ts'
import { sumShown } from './statementFile.ts'
import { StatementRow } from './StatementRow.tsx'
import { useStatement } from './useStatement.ts'

/** Opening balance, lines and closing balance, summed again in the page. */
export function StatementLines({ asked }: { asked: StatementQuery }) {
  const { t } = useTranslation('wallet')
  const { balances, lines, ...pages } = useStatement(asked)
  const code = asked.currency.code
  const sum = sumShown(pages.state === 'end', balances, lines)
  return (
    <>
      {balances && (
        <Ledger>
          <Balance label={t('statement.opening')} amount={balances.opening} code={code} />
          <Balance label={t('statement.closing')} amount={balances.closing} code={code} />
        </Ledger>
      )}
      <InfiniteList
        label={t('statement.lines')}
        {...pages}
        items={lines}
        keyOf={(line) => `${line.ref}.${line.cause}.${line.counter}.${line.amount}.${line.balance}`}
        failed={t('statement.failed')}
        empty={<Empty title={t('statement.empty')} detail={t('statement.emptyDetail')} icon="receipt" />}
      >
        {(line) => <StatementRow line={line} />}
      </InfiniteList>
      {sum !== null && (
        <div className="pb-4">
          <Sum holds={sum === 'holds'} />
        </div>
      )}
    </>
  )
}

/** Whether the lines add up from the opening to the closing balance. */
function Sum({ holds }: { holds: boolean }) {
  const { t } = useTranslation('wallet')
  return holds ? (
    <Stamp tone="checked" title={t('statement.addsUp')} detail={t('statement.addsUpDetail')} />
  ) : (
    <Stamp tone="wrong" title={t('statement.wrong')} detail={t('statement.wrongDetail')} />
  )
}

function Balance({ label, amount, code }: { label: string; amount: string; code: string }) {
  const format = useFormat()
  const exact = parseAmount(amount) === null ? amount : format.figure(amount)
  return (
    <LedgerRow label={label}>
      <bdi dir="ltr">{`${exact} ${code}`}</bdi>
    </LedgerRow>
  )
}
