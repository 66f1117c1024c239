'use strict';

const { randomUUID } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const HEARTBEAT_MS = 1_000;
const POLL_MS = 200;
const SILENT_ELSEWHERE_MS = 30_000;
const SILENT_HERE_MS = 600_000;

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function runs(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

// npm may outlive the process that started it, and two of them at once would spoil the tree: both are on the
// ticket. Another host (a container on the same folder) is judged by its heartbeat alone; here a silent one may
// be a reused process id.
function isAbandoned(file, ticket) {
  const [host, , ...pids] = ticket.split(' ');
  const isHere = host === os.hostname();
  if (isHere && !pids.some(runs)) return true;
  const touched = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - touched > (isHere ? SILENT_HERE_MS : SILENT_ELSEWHERE_MS);
}

function breakAbandoned(file, ticket) {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
    // Someone else broke it first and now holds a fresh one: give it back.
    if (read(aside) !== ticket) fs.linkSync(aside, file);
  } catch {
    // Gone in the meantime, which is fine too.
  }
  fs.rmSync(aside, { force: true });
}

function take(file, ticket) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  try {
    fs.writeFileSync(file, ticket, { flag: 'wx' });
    return true;
  } catch (error) {
    // ENOENT: the folder went between the two lines.
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
    throw error;
  }
}

/** A file that one process at a time holds, even if a process dies. */
function createMutex(file) {
  const ticket = `${os.hostname()} ${randomUUID()} ${process.pid}`;
  let heartbeat;

  async function hold(onWaiting) {
    let told = false;
    while (!take(file, ticket)) {
      const other = read(file);
      if (other === undefined) continue;
      if (isAbandoned(file, other)) {
        breakAbandoned(file, other);
        continue;
      }
      if (!told) onWaiting();
      told = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    heartbeat = setInterval(() => {
      const now = new Date();
      fs.utimes(file, now, now, () => {});
    }, HEARTBEAT_MS);
  }

  function release() {
    clearInterval(heartbeat);
    if (!read(file)?.startsWith(ticket)) return;
    fs.rmSync(file, { force: true });
    try {
      fs.rmdirSync(path.dirname(file));
    } catch {
      // Others keep things there.
    }
  }

  return {
    hold,
    release,
    isLocked: () => fs.existsSync(file),
    addHolder: (pid) => fs.appendFileSync(file, ` ${pid}`),
  };
}

module.exports = { createMutex };
