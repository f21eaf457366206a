import { Badge, Button, Group, List, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUserProfileMatrix } from '@/api/generated/endpoints/permissions/permissions'
import {
  type ActionName,
  type PolicyAnswer,
  type PolicyStep,
  ProfileKind,
  type ResourceName,
  type User,
  UserTypeCode,
} from '@/api/schema'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import type { Option } from '@/ui/fields/RemoteSelect'
import { enumerated, named } from '@/ui/wording'
import { keyOf } from './values'
import { waysOn } from './ways-on'

export type Question = { resource: ResourceName; action: ActionName; record: Option | null }

type ExplanationProps = { answer: PolicyAnswer; user: User; question: Question }

/** The answer in sentences, and the ways on where the answer can be changed. */
export function Explanation({ answer, user, question }: ExplanationProps) {
  const { t } = useTranslation(['profiles', 'shell', 'feature-flags'])
  const right = named(t(`shell:resources.${question.resource}`), t(`action.${question.action}`))
  const words = { name: user.name, right, record: question.record?.label }
  const context = question.record ? 'record' : 'any'
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Badge variant="light" radius="sm" tt="none" flex="none" color={answer.allowed ? 'teal' : 'red'}>
          {answer.allowed ? t('explain.allowed') : t('explain.refused')}
        </Badge>
        <Text>
          {t(`explain.sentence.${answer.allowed ? 'allowed' : 'refused'}.${context}`, words)}{' '}
          {answer.allowed && !question.record && t(`explain.scope.${answer.scope}`)}
        </Text>
      </Group>
      <List spacing="xs" center listStyleType="none">
        {answer.steps.map((step) => (
          <List.Item key={`${step.code} ${step.profile_id ?? ''}`} icon={<Mark verdict={step.verdict} />}>
            <Sentence step={step} />
          </List.Item>
        ))}
      </List>
      <WaysOn answer={answer} user={user} question={question} />
    </Stack>
  )
}

function Sentence({ step }: { step: PolicyStep }) {
  const { t, i18n } = useTranslation(['profiles', 'shell', 'feature-flags'])
  const { code, profile_name: profile, flag, message, subsidiaries, partner } = step
  if (subsidiaries?.length === 0) return t('explain.boundToNone')
  const titles = enumerated(subsidiaries ?? [])
  const title = flag && String(i18n.t(`feature-flags:flag.${flag}.title` as never))
  return t(`step.${code}`, { profile, flag: title, message, partner, subsidiaries: titles })
}

const kindOf = ({ user_type, partner_id }: User) => {
  if (user_type === UserTypeCode.Client) return ProfileKind.Client
  return partner_id ? ProfileKind.Partner : ProfileKind.Staff
}

function WaysOn({ answer, user, question }: ExplanationProps) {
  const { t } = useTranslation('profiles')
  const { can, menu } = useProfile()
  const { data } = useUserProfileMatrix({ kind: kindOf(user) })
  if (!data) return null
  const cell = data.data.find((one) => keyOf(one) === keyOf(question))
  const isGrantable = (cell?.scopes.length ?? 0) > 1
  const ways = waysOn({ answer, user, question, can, menu, isGrantable })
  if (!isGrantable && answer.scope === 'none') return <Text size="sm">{t('explain.never')}</Text>
  if (ways.length === 0) return null
  return (
    <Group gap="xs">
      {ways.map(({ to, text, name }) => (
        <Button key={to} variant="default" component={AppLink} to={to}>
          {t(`explain.way.${text}`, { name })}
        </Button>
      ))}
    </Group>
  )
}

const MARKS = {
  allows: { color: 'teal', Icon: IconCheck },
  refuses: { color: 'red', Icon: IconX },
  neutral: { color: 'gray', Icon: IconMinus },
} as const

function Mark({ verdict }: Pick<PolicyStep, 'verdict'>) {
  const { t } = useTranslation(['profiles', 'shell'])
  const { color, Icon } = MARKS[verdict]
  return (
    <ThemeIcon
      color={color}
      variant="light"
      size={22}
      radius="xl"
      role="img"
      aria-label={t(`verdict.${verdict}`)}
    >
      <Icon size={14} aria-hidden />
    </ThemeIcon>
  )
}
