import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/server/cluster/free-port.js'
import type { Server, StartOptions } from './process.js'

/** An nginx that listens on plain HTTP and on TLS. */
export interface Nginx extends Server {
  readonly tlsPort: number
}

const configuration = (folder: string, port: number, tlsPort: number, upstreamPort: number, pair: TlsPair): string => `
daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log crit;
events { worker_connections 8192; }
http {
  access_log off;
  keepalive_timeout 600s;
  keepalive_requests 1000000000;
  client_body_buffer_size 1m;
  client_max_body_size 16m;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder};
  proxy_max_temp_file_size 0;
  fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder};
  scgi_temp_path ${folder};
  upstream node {
    server 127.0.0.1:${upstreamPort};
    keepalive 1024;
    keepalive_requests 1000000000;
    keepalive_timeout 600s;
  }
  server {
    listen 127.0.0.1:${port} backlog=1024;
    listen 127.0.0.1:${tlsPort} ssl;
    ssl_certificate ${pair.cert};
    ssl_certificate_key ${pair.key};
    location / {
      proxy_pass http://node;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`

/** Files of a certificate and its key. */
export interface TlsPair {
  readonly cert: string
  readonly key: string
}

/**
 * Starts nginx as the reference: one process, `proxy_pass` with keep-alive on both sides, no log,
 * nothing else.
 *
 * One process for master and worker, so that its CPU time is that of one pid.
 */
export const startNginx = async (upstreamPort: number, pair: TlsPair, { core }: StartOptions): Promise<Nginx> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'))
  const [port, tlsPort] = [await freePort(), await freePort()]
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, configuration(folder, port, tlsPort, upstreamPort, pair))
  const command = ['nginx', '-e', join(folder, 'error.log'), '-c', path, '-p', folder]
  const all = core === undefined ? command : ['taskset', '-c', `${core}`, ...command]
  const child = spawn(all[0]!, all.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (child.exitCode !== null || attempt > 100) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    port,
    tlsPort,
    pid: child.pid!,
    line: '',
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
