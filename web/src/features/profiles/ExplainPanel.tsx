import {
  Alert,
  Badge,
  Button,
  Group,
  List,
  NativeSelect,
  Skeleton,
  Stack,
  TextInput,
  ThemeIcon,
  Title,
} from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { usePolicyExplain, useUserProfileMatrix } from '@/api/generated/endpoints/permissions/permissions'
import type { PolicyAnswer, PolicyStep, UserProfileChoice } from '@/api/schema'

type Question = { cell: UserProfileChoice; id?: string }

/** Why a user may or may not do something: asked here, answered by what guards the call itself. */
export function ExplainPanel({ userId }: { userId: string }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const matrix = useUserProfileMatrix()
  const [question, setQuestion] = useState<Question>()
  if (matrix.error) return <Alert color="red">{errorText(matrix.error)}</Alert>
  if (!matrix.data) return <Skeleton h={220} radius="md" />
  return (
    <Stack component="section" aria-labelledby="explain" gap="sm">
      <Title order={2} size="h3" id="explain">
        {t('explain.title')}
      </Title>
      <Ask cells={matrix.data.data} onAsk={setQuestion} />
      <div aria-live="polite">{question && <Answer userId={userId} question={question} />}</div>
    </Stack>
  )
}

/** A record's id, also out of its page's address; a company address is its own. */
const idIn = (text: string, resource?: string) =>
  (resource === 'domain' ? /[^\s/]+\.[^\s/:]+/ : /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i).exec(text)?.[0]

function Ask({ cells, onAsk }: { cells: UserProfileChoice[]; onAsk(question: Question): void }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const [resource, setResource] = useState(cells[0]?.resource)
  const [action, setAction] = useState<string>()
  const [record, setRecord] = useState('')
  const resources = [...new Set(cells.map((cell) => cell.resource))]
  const known = cells.filter((cell) => cell.resource === resource)
  const cell = known.find((one) => one.action === action) ?? known[0]
  const id = idIn(record, resource)
  const wrong = record.trim() !== '' && !id
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (cell && !wrong) onAsk({ cell, id })
      }}
    >
      <Group align="flex-start" gap="sm">
        <NativeSelect
          flex="1 1 12rem"
          label={t('explain.resource')}
          data={resources.map((one) => ({ value: one, label: t(`shell:resources.${one}`) }))}
          value={resource}
          onChange={(event) => setResource(resources.find((one) => one === event.currentTarget.value))}
        />
        <NativeSelect
          flex="1 1 12rem"
          label={t('explain.action')}
          data={known.map((one) => ({ value: one.action, label: t(`action.${one.action}`) }))}
          value={cell?.action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
        <TextInput
          flex="1 1 16rem"
          label={t('explain.record')}
          description={t('explain.recordText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={wrong && t('explain.recordWrong')}
          value={record}
          onChange={(event) => setRecord(event.currentTarget.value)}
        />
      </Group>
      <Button type="submit" variant="default" mt="sm">
        {t('explain.ask')}
      </Button>
    </form>
  )
}

function Answer({ userId, question: { cell, id } }: { userId: string; question: Question }) {
  const { data, error } = usePolicyExplain(
    { user: userId, resource: cell.resource, action: cell.action, ...(id && { id }) },
    { query: { staleTime: 0 } },
  )
  if (error) return <Alert color="red">{errorText(error)}</Alert>
  if (!data) return <Skeleton h={96} radius="md" />
  return <Told answer={data.data} />
}

function Told({ answer }: { answer: PolicyAnswer }) {
  const { t } = useTranslation(['profiles', 'shell'])
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant="light" radius="sm" tt="none" color={answer.allowed ? 'teal' : 'red'}>
          {answer.allowed ? t('explain.allowed') : t('explain.refused')}
        </Badge>
        {answer.allowed && t(`explain.scope.${answer.scope}`)}
      </Group>
      <List spacing="xs" center listStyleType="none">
        {answer.steps.map((step) => (
          <List.Item key={`${step.code} ${step.profile_id ?? ''}`} icon={<Mark verdict={step.verdict} />}>
            <Words step={step} />
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

function Words({ step }: { step: PolicyStep }) {
  const { t, i18n } = useTranslation(['profiles', 'shell'])
  const { code, profile_name: profile, flag, message, subsidiaries, partner } = step
  if (subsidiaries?.length === 0) return t('explain.boundToNone')
  const titles = new Intl.ListFormat(i18n.language).format(subsidiaries ?? [])
  return t(`step.${code}`, { profile, flag, message, partner, subsidiaries: titles })
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
