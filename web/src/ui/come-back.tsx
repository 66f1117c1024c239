import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { safeNext } from './next.ts';

interface ComeBackProps extends Pick<ButtonProps, 'variant'> {
  /** From the address: where the person was sent here from. */
  readonly next: string | undefined;
  readonly label: string;
}

/** Back to the page that sent the person here to fix something, for example a shift. */
export function ComeBack({ next, label, variant = 'default' }: ComeBackProps) {
  const navigate = useNavigate();
  if (next === undefined) return null;
  return (
    <Button
      variant={variant}
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      onClick={() => void navigate({ href: safeNext(next) })}
    >
      {label}
    </Button>
  );
}
