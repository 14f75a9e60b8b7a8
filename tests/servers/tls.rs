//! Routes behind TLS, so that serenity can connect to `https://discord.com` as usual, with its rate
//! limiter on.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum_server::tls_rustls::RustlsConfig;
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

/// The name by which the routes are reached.
pub const NAME: &str = "discord.com";

/// Serves the routes over TLS, and returns a client that resolves `discord.com` to them and gives each
/// request so much time.
pub fn client(routes: Router, timeout: Duration) -> reqwest::Client {
    let made = rcgen::generate_simple_self_signed([NAME.to_owned()]).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()).into();
    let address = serve(routes, certificate.clone(), key);
    let certificate = reqwest::Certificate::from_der(&certificate).unwrap();
    reqwest::Client::builder()
        .resolve(NAME, address)
        .add_root_certificate(certificate)
        .timeout(timeout)
        .build()
        .unwrap()
}

fn serve(
    routes: Router,
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
) -> SocketAddr {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let config = RustlsConfig::from_config(Arc::new(config));
    let server = axum_server::from_tcp_rustls(listener, config).unwrap();
    tokio::spawn(server.serve(routes.into_make_service()));
    address
}
