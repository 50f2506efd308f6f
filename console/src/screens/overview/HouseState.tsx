import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import type { Overview } from '@tickmark/wire/routes/operators/overview'
import { useFormats } from '../../format/useFormats.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Age, Money } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'

const FEED_TONES: Record<Overview['feed']['state'], BadgeTone> = {
  LIVE: 'good',
  DEGRADED: 'caution',
  STALE: 'wrong',
  HALTED: 'wrong',
  PAUSED: 'caution',
}
const ENGINE_TONES = { trading: 'good', waiting: 'caution', stopped: 'wrong' } as const

/** Whether feed, log, witnesses, auditor, signer, chains and engine work, and which loans are due. */
export function HouseState({ overview }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const { feed, auditor, signer, engine, loans } = overview
  return (
    <>
      <Panel
        title={t('feed')}
        trailing={<Badge tone={FEED_TONES[feed.state]}>{t(`feedState.${feed.state}`)}</Badge>}
      >
        <Facts
          list={[
            feed.tickAt === null ? null : { name: t('lastTick'), value: <Age sinceMs={feed.tickAt} /> },
            { name: t('trading'), value: t(feed.isPaused ? 'paused' : 'runs') },
          ]}
        />
      </Panel>
      <Log log={overview.log} />
      <Panel title={t('parts')}>
        <Facts
          list={[
            {
              name: t('auditor'),
              value:
                auditor.last === null ? (
                  t('never')
                ) : (
                  <>
                    <Verdict good={auditor.last.findings === 0}>
                      {t('findings', { count: auditor.last.findings })}
                    </Verdict>{' '}
                    <Age sinceMs={auditor.last.at} />
                  </>
                ),
            },
            signer === null
              ? null
              : {
                  name: t('signer'),
                  value: <Verdict good={signer.trouble === null}>{signer.trouble ?? t('works')}</Verdict>,
                },
            ...overview.chains.map((chain) => ({
              name: chain.name,
              value: <Network chain={chain} />,
            })),
            engine === null
              ? null
              : {
                  name: t('engine'),
                  value: <Badge tone={ENGINE_TONES[engine.state]}>{t(`engineState.${engine.state}`)}</Badge>,
                },
          ]}
        />
      </Panel>
      <Panel title={t('loans')}>
        <Facts
          list={[
            { name: t('loansRunning'), value: loans.running },
            { name: t('outstanding'), value: <Money amount={loans.outstanding} code="USDT" /> },
            { name: t('dueSoon'), value: loans.dueSoon },
            { name: t('late'), value: <Verdict good={loans.late === 0}>{loans.late}</Verdict> },
          ]}
        />
      </Panel>
    </>
  )
}

function Log({ log }: { log: Overview['log'] }) {
  const { t } = useTranslation('overview')
  const format = useFormats()
  const entries = (size: number) =>
    t('entries', { count: size, size: format.figure(String(size), { decimals: 0 }) })
  return (
    <Panel
      title={t('log')}
      trailing={<Badge tone={log.failure === null ? 'good' : 'wrong'}>{log.failure ?? t('works')}</Badge>}
    >
      <Facts
        list={[
          { name: t('head'), value: entries(log.size) },
          log.at === null ? null : { name: t('headAge'), value: <Age sinceMs={log.at} /> },
          {
            name: t('witnessed'),
            value: log.witnessed === null ? t('never') : entries(log.witnessed.size),
          },
          ...log.witnesses.map(({ name, size, trouble }) => ({
            name,
            value: (
              <Verdict good={trouble === null}>
                {trouble ?? (size === null ? t('never') : entries(size))}
              </Verdict>
            ),
          })),
        ]}
      />
    </Panel>
  )
}

/** A network's newest block, or the cause of its halt. */
function Network({ chain: { haltedBecause, head } }: { chain: Overview['chains'][number] }) {
  const { t, tKnown } = useTranslation('overview')
  if (haltedBecause === null) return t('block', { number: head ?? '–' })
  return <Verdict good={false}>{tKnown(`chains:halted.${haltedBecause}`) ?? haltedBecause}</Verdict>
}

function Verdict({ good, children }: { good: boolean; children: ReactNode }) {
  return <span className={good ? '' : 'font-medium text-wrong'}>{children}</span>
}
