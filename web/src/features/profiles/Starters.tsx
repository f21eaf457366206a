import { Button, Group, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileKind, UserProfileChoice } from '@/api/schema'
import { type StarterName, startersOf } from './starters'
import { complete, type Rules } from './values'

type StartersProps = {
  kind: ProfileKind
  choices: UserProfileChoice[]
  /** As typed so far; a name that a starter gave is replaced by that of the next one. */
  name: string
  onStart(start: { name?: string; description?: string; rules: Rules }): void
}

/** Fills a new profile with what people of a job usually need. */
export function Starters({ kind, choices, name: typed, onStart }: StartersProps) {
  const { t } = useTranslation('profiles')
  const [chosen, setChosen] = useState<StarterName>()
  const starters = startersOf(kind, choices)
  if (starters.length === 0) return null

  function start(name: StarterName | undefined, rules: Rules) {
    setChosen(name)
    const given = starters.map(([one]) => t(`starter.${one}.name`))
    if (typed && !given.includes(typed)) return onStart({ rules })
    if (!name) return onStart({ name: '', description: '', rules })
    onStart({ name: t(`starter.${name}.name`), description: t(`starter.${name}.text`), rules })
  }

  return (
    <Input.Wrapper label={t('starter.label')} labelElement="div">
      <Group gap="xs" role="group" aria-label={t('starter.label')} mt={4}>
        <Choice
          label={t('starter.empty')}
          on={!chosen}
          onClick={() => start(undefined, complete({}, choices))}
        />
        {starters.map(([name, rules]) => (
          <Choice
            key={name}
            label={t(`starter.${name}.name`)}
            on={chosen === name}
            onClick={() => start(name, rules)}
          />
        ))}
      </Group>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {chosen && starters.some(([name]) => name === chosen)
          ? t(`starter.${chosen}.text`)
          : t('starter.text')}
      </Text>
    </Input.Wrapper>
  )
}

function Choice({ label, on, onClick }: { label: string; on: boolean; onClick(): void }) {
  return (
    <Button variant={on ? 'light' : 'default'} size="compact-md" fw={400} aria-pressed={on} onClick={onClick}>
      {label}
    </Button>
  )
}
