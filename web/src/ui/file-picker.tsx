import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { newId } from '../api/new-id.ts';
import classes from './file-picker.module.css';

/** A file as it was when it was chosen: the one on the disk may be saved again, and could then no longer be sent. */
export interface PickedFile {
  readonly id: string;
  readonly name: string;
  readonly content: Blob;
}

interface FilePickerProps {
  readonly label: string;
  readonly description: string;
  readonly picked: PickedFile | undefined;
  readonly pick: (file: PickedFile | undefined) => void;
}

/** What the API takes. */
const mostBytes = 10 * 1_048_576;

/** A CSV file, chosen with a button or dropped. */
export function FilePicker({ label, description, picked, pick }: FilePickerProps) {
  const t = useTranslations('common.file');
  const id = useId();
  const [problem, setProblem] = useState<'tooLarge' | 'unreadable'>();
  const [isOver, setOver] = useState(false);
  const forget = useRef<() => void>(null);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    try {
      const content = file.size > mostBytes ? undefined : new Blob([await file.arrayBuffer()]);
      setProblem(content ? undefined : 'tooLarge');
      pick(content && { id: newId(), name: file.name, content });
    } catch {
      setProblem('unreadable');
      pick(undefined);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Input.Wrapper
      size="md"
      label={label}
      description={description}
      error={problem && t(problem)}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      inputContainer={(children) => children}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to use the button inside */}
      <div
        className={classes['area']}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="sm">
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            resetRef={forget}
            onChange={(file) => {
              void take(file);
              // Browsers don't report a file that is chosen again, but it may have been corrected.
              forget.current?.();
            }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileUpload size={18} aria-hidden />}
                aria-describedby={`${id}-label`}
              >
                {t(picked ? 'other' : 'choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" role="status" className={classes['name']}>
            {picked ? picked.name : t('drop')}
          </Text>
        </Group>
      </div>
    </Input.Wrapper>
  );
}
