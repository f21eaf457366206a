import { Badge, Code, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ApiReference.module.css'
import {
  type ApiDocument,
  type ApiOperation,
  answerOf,
  bodyOf,
  curlOf,
  type Field,
  fieldsOf,
  flowing,
  recordOf,
} from './document'

type OperationProps = { document: ApiDocument; operation: ApiOperation }

/** One call: what it does, what it takes and what it answers. */
export function OperationDetails({ document, operation }: OperationProps) {
  const { t } = useTranslation('api-reference')
  const { method, path, description, parameters = [] } = operation
  const sent = parameters.map(({ name, required = false, description: text = '', schema }) => ({
    name,
    required,
    text,
    type: schema.type ?? 'string',
  }))
  const answer = answerOf(operation)
  return (
    <Stack gap="lg">
      <Group gap="xs" wrap="nowrap">
        <Badge variant="light" color="gray" radius="sm">
          {method}
        </Badge>
        <Code className={classes.path}>{path}</Code>
      </Group>
      {description && <Text className={classes.description}>{flowing(description)}</Text>}
      <Fields title={t('parameters')} fields={sent} />
      <Fields title={t('body')} fields={fieldsOf(document, bodyOf(operation)?.schema)} />
      <section>
        <Title order={2} size="h4" mb="xs">
          {t('call')}
        </Title>
        <Code block className={classes.code}>
          {curlOf(document, operation)}
        </Code>
      </section>
      <Fields title={t('answer')} fields={fieldsOf(document, recordOf(document, answer?.schema))} />
      {answer?.example !== undefined && (
        <Code block role="group" className={classes.code} aria-label={t('answerExample')}>
          {JSON.stringify(answer.example, null, 2)}
        </Code>
      )}
    </Stack>
  )
}

/** Fields with their types; nothing where there are none. */
function Fields({ title, fields }: { title: string; fields: Field[] }) {
  const { t } = useTranslation('api-reference')
  if (fields.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field')}</Table.Th>
            <Table.Th>{t('meaning')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, type, required, text }) => (
            <Table.Tr key={name}>
              <Table.Td className={classes.name}>
                <Code>{name}</Code>
                {required && (
                  <Text size="xs" c="dimmed">
                    {t('required')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed" className={classes.path}>
                  {type}
                </Text>
                {text}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
