import { useState } from 'react'
import { Link } from 'wouter'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Address, Money, Time } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { ProposeDialog } from '../../kit/proposals/ProposeDialog.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { useMay } from '../../session/operator.ts'

type Chain = Reply<'consoleChains'>['list'][number]

/**
 * Every network: whether it credits and pays, the balances of our addresses, and a halt that two operators can clear.
 */
export function ChainsScreen() {
  const { t } = useTranslation('chains')
  const asked = useConsoleQuery('consoleChains', {}, { refetchInterval: 2_000 })
  return (
    <Screen
      title={t('title')}
      actions={
        <Link
          href={hrefTo.deposits()}
          className="inline-flex min-h-11 items-center px-3 text-13 font-semibold text-brand"
        >
          {t('deposits')}
        </Link>
      }
    >
      <Answered of={asked}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-13 text-ink-2">{t('none')}</p>
          ) : (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((chain) => (
                <ChainPanel key={chain.id} chain={chain} />
              ))}
            </div>
          )
        }
      </Answered>
    </Screen>
  )
}

function ChainPanel({ chain }: { chain: Chain }) {
  const { t } = useTranslation('chains')
  return (
    <Panel
      title={chain.name}
      trailing={
        <Badge tone={chain.halted === null ? 'good' : 'wrong'}>
          {chain.halted === null ? t('works') : t(`halted.${chain.halted}`)}
        </Badge>
      }
    >
      {chain.stop && <Halt chain={chain} stop={chain.stop} />}
      <Facts
        list={[
          chain.head === null ? null : { name: t('head'), value: String(chain.head) },
          chain.lag === null ? null : { name: t('lag'), value: String(chain.lag) },
          { name: t('confirmations'), value: String(chain.confirmations) },
          { name: t('unconfirmed'), value: String(chain.unconfirmed) },
          chain.hot === null ? null : { name: t('hot'), value: <Address text={chain.hot} /> },
          { name: t('hotHolds'), value: <Sums list={chain.hotHolds} /> },
          { name: t('depositsHold'), value: <Sums list={chain.depositsHold} /> },
        ]}
      />
    </Panel>
  )
}

function Sums({ list }: { list: Chain['hotHolds'] }) {
  if (list.length === 0) return '–'
  return list.map(({ currency, amount }) => (
    <span key={currency} className="block">
      <Money amount={amount} code={currency} />
    </span>
  ))
}

/** The cause of a halt, and the request to resume, which applies to this halt alone. */
function Halt({ chain, stop }: { chain: Chain; stop: NonNullable<Chain['stop']> }) {
  const { t, tKnown } = useTranslation('chains')
  const may = useMay('runChains')
  const [asking, setAsking] = useState(false)
  const because = tKnown(`halted.${stop.because}`) ?? stop.because
  return (
    <div className="mb-3 grid gap-2">
      <Caution>
        <span>
          <bdi>{because}</bdi> · <Time atMs={stop.at} />
        </span>
      </Caution>
      {may && (
        <div>
          <Button size="medium" onClick={() => setAsking(true)}>
            {t('resume', { name: chain.name })}
          </Button>
        </div>
      )}
      <ProposeDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('resume', { name: chain.name })}
        kind="chain.resume"
        payload={{ chain: chain.id, haltedAt: stop.at }}
      >
        <p className="text-13 text-ink-2">{t('resumeDetail')}</p>
        <p className="text-13">
          <bdi>{because}</bdi>
        </p>
      </ProposeDialog>
    </div>
  )
}
