import { useParams, useSearchParams } from 'wouter'
import { Tabs } from '@tickmark/ui/list/Tabs.tsx'
import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Answered } from '../../kit/Answered.tsx'
import { Address } from '../../kit/Figures.tsx'
import { Screen } from '../../kit/Screen.tsx'
import { hrefTo } from '../../navigation/hrefs.ts'
import { Marks } from './Marks.tsx'
import { Person } from './Person.tsx'
import { UserMessages } from './UserMessages.tsx'
import { UserStatement } from './UserStatement.tsx'

const TABS = ['person', 'statement', 'messages'] as const

/** A user, read-only: his funds, protections and messages. */
export function UserScreen() {
  const { t } = useTranslation('people')
  const { id = '' } = useParams()
  const userId = Number(id)
  const [params, setParams] = useSearchParams()
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'person'
  const asked = useConsoleQuery('consoleUser', { userId }, { refetchInterval: 5_000 })
  return (
    <Screen
      title={t('user', { id })}
      back={{ href: hrefTo.users(), label: t('title') }}
      beside={asked.data && <Marks marks={asked.data.user.marks} practice={asked.data.user.practice} />}
    >
      <Answered of={asked}>
        {(person) => (
          <>
            <Address text={person.user.address} whole />
            <div>
              <Tabs
                label={t('parts')}
                tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
                value={tab}
                onChange={(value) => setParams(value === 'person' ? {} : { tab: value }, { replace: true })}
              >
                {tab === 'person' && <Person person={person} />}
                {tab === 'statement' && <UserStatement userId={userId} />}
                {tab === 'messages' && <UserMessages userId={userId} />}
              </Tabs>
            </div>
          </>
        )}
      </Answered>
    </Screen>
  )
}
