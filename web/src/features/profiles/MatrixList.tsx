import { Accordion, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Matrix.module.css'
import { MatrixCell, Whole } from './MatrixCell'
import { Reach, type ShapeProps, useWanted } from './MatrixTable'

/** The matrix where there is no room for a table: one resource after the other, each opened by itself. */
export function MatrixList({ groups, wanted, rules, disabled, onSet }: ShapeProps) {
  const { t } = useTranslation(['profiles', 'shell'])
  const root = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(wanted ? [wanted.split('.')[0] ?? ''] : [])
  useWanted(root, wanted)
  return (
    <Stack ref={root} gap="md">
      {groups.map(({ name, rows }) => (
        <section key={name} aria-label={t(`matrix.group.${name}`)}>
          <Text size="sm" fw={600} c="dimmed" mb="xs">
            {t(`matrix.group.${name}`)}
          </Text>
          <Accordion multiple variant="contained" value={opened} onChange={setOpened} order={2}>
            {rows.map(({ resource, cells }) => (
              <Accordion.Item key={resource} value={resource} data-resource={resource}>
                <Accordion.Control>
                  <Group justify="space-between" gap="xs">
                    {t(`shell:resources.${resource}`)}
                    <Reach cells={cells} rules={rules} />
                  </Group>
                </Accordion.Control>
                <Accordion.Panel>
                  <Stack gap="xs">
                    {cells.length > 1 && (
                      <Whole
                        className={classes.touch}
                        cells={cells}
                        rules={rules}
                        disabled={disabled}
                        label={t('matrix.everything')}
                        aria-label={t('matrix.allOf', { resource: t(`shell:resources.${resource}`) })}
                        onSet={onSet}
                      />
                    )}
                    {cells.map((choice) => (
                      <div key={choice.action} className={classes.touch}>
                        <MatrixCell
                          choice={choice}
                          rules={rules}
                          disabled={disabled}
                          withLabel
                          onSet={onSet}
                        />
                      </div>
                    ))}
                  </Stack>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </section>
      ))}
    </Stack>
  )
}
