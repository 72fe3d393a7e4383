#!/bin/sh
# Makes the secrets of a cluster, to try one with: sh infra/make-secrets.sh [FOLDER]. What is there already stays. Needs openssl.
# Keep a copy of master.key elsewhere: without it nothing that was stored can be read.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
cd "$folder"

# Wraps all other keys; every service has the same.
[ -f master.key ] || openssl rand -hex 32 >master.key

# The gateway signs each call to a service; the services have the public half alone.
[ -f service.key ] || openssl genpkey -algorithm ed25519 -out service.key
[ -f service.pub ] || openssl pkey -in service.key -pubout -out service.pub

for password in clickhouse-password s3-secret-access-key; do
  [ -f "$password" ] || openssl rand -hex 24 | tr -d '\n' >"$password"
done

# TLS between services, for two years: one certificate for all of them, as they are all on one machine here.
if [ ! -f tls.crt ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 730 -subj '/CN=Total Recall services' \
    -keyout ca.key -out ca.crt 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=services' -keyout tls.key -out tls.csr 2>/dev/null
  printf 'subjectAltName=DNS:gateway,DNS:ingest,DNS:retriever,DNS:consolidator,DNS:localhost\n' >tls.ext
  openssl x509 -req -in tls.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 730 -extfile tls.ext -out tls.crt 2>/dev/null
  rm -f tls.csr tls.ext ca.srl
fi

# The containers run as user 1000. Where somebody else made the files they are handed over, which takes root.
if [ "$(id -u)" = 0 ]; then
  chown -R 1000:1000 .
elif [ "$(id -u)" != 1000 ] && [ "$(uname)" = Linux ]; then
  echo "The containers read these files as user 1000, and you are $(id -u). Run: sudo chown -R 1000:1000 $PWD" >&2
fi
echo "The secrets are in $PWD"
