import { useState } from 'react'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { useConsoleQuery, type Reply } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Address, Time } from '../../kit/Figures.tsx'
import { Facts, Panel, type Fact } from '../../kit/Panel.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { useMay } from '../../session/operator.ts'
import { linesOf, type RuleLine } from './changes.ts'
import { RulesDialog } from './RulesDialog.tsx'

type Version = Reply<'consoleRules'>['versions'][number]

const TONES: Record<Version['state'], BadgeTone> = {
  approved: 'caution',
  announced: 'caution',
  acting: 'good',
  over: 'plain',
}

/** The rules for new orders: the version in force, and every version with its changes, who decided, and its start. */
export function RulesScreen() {
  const { t } = useTranslation('rules')
  const may = useMay('setRules')
  const [asking, setAsking] = useState(false)
  const asked = useConsoleQuery('consoleRules', {}, { refetchInterval: 5_000 })
  const facts = useFacts()
  return (
    <Screen
      title={t('title')}
      actions={
        may && (
          <Button size="medium" disabled={asked.data === undefined} onClick={() => setAsking(true)}>
            {t('change')}
          </Button>
        )
      }
    >
      <p className="text-13 text-ink-2">{t('detail')}</p>
      <Answered of={asked}>
        {(data) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Panel title={t('now')}>
              <Facts list={facts(linesOf(data.now, null))} />
            </Panel>
            <section aria-label={t('versions')} className="grid gap-4">
              {data.versions.map((version, at) => (
                <VersionPanel
                  key={version.version}
                  version={version}
                  before={data.versions[at + 1] ?? null}
                />
              ))}
            </section>
            <RulesDialog
              key={data.versions[0]?.version}
              open={asking}
              onClose={() => setAsking(false)}
              data={data}
            />
          </div>
        )}
      </Answered>
    </Screen>
  )
}

/** Names and values of rules, as props for `Facts`. */
function useFacts(): (lines: readonly RuleLine[]) => Fact[] {
  const { t } = useTranslation('rules')
  return (lines) =>
    lines.map(({ name, currency, value, was }) => ({
      name: t(`rule.${name}`, { currency }),
      value: <bdi dir="ltr">{value}</bdi>,
      ...(was !== null && { was: <bdi dir="ltr">{was}</bdi> }),
    }))
}

/** A version: only its changes from the version before. */
function VersionPanel({ version, before }: { version: Version; before: Version | null }) {
  const { t } = useTranslation('rules')
  const facts = useFacts()
  const changed = linesOf(version.rules, before?.rules ?? null).filter(
    ({ was }) => before === null || was !== null,
  )
  return (
    <Panel
      title={version.version === 0 ? t('first') : t('version', { number: version.version })}
      trailing={<Badge tone={TONES[version.state]}>{t(`state.${version.state}`)}</Badge>}
    >
      <Facts
        list={[
          ...facts(changed),
          version.askedBy === null ? null : { name: t('askedBy'), value: <Address text={version.askedBy} /> },
          version.approvedBy === null
            ? null
            : { name: t('approvedBy'), value: <Address text={version.approvedBy} /> },
          version.approvedAt === null
            ? null
            : { name: t('approvedAt'), value: <Time atMs={version.approvedAt} /> },
          version.announcedAt === null
            ? null
            : { name: t('announcedAt'), value: <Time atMs={version.announcedAt} /> },
          version.seq === null ? null : { name: t('entry'), value: String(version.seq) },
          version.from === null ? null : { name: t('actsFrom'), value: <Time atMs={version.from} /> },
        ]}
      />
    </Panel>
  )
}
